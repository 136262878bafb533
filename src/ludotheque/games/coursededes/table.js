// Course de dés's table is the race's.

export { default } from "../_race/table.js";
