// Course de dés' table is the race's. Only variable objectives are picked and exchanged (CD-15).

import { raceTable } from "../_race/table.js";

export default raceTable({
  game: "coursededes",
  colours: "gkbrv",
  reroll: "tumble",
  tapsGoals: ({ view }) => view.setup.options.objectives === "variable",
  goalProbe: (goal) => `exchange:${goal}`,
});
