// DiceRun's table is the race's. In the roll-off objectives are only looked at (DR-7).

import { raceTable } from "../_race/table.js";

export default raceTable({
  game: "dicerun",
  colours: "rogbp",
  reroll: "reroll",
  tapsGoals: (race) => !race.isPicking,
  goalProbe: (goal) => `goal:${goal}:color`,
});
