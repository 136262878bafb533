// The drawn examples of a rulebook: each is a place in the text, with its data beside it.

import { render } from "./kit.js";

for (const place of document.querySelectorAll("[data-example]")) {
  const { data, words } = JSON.parse(place.querySelector("script").textContent);
  const { default: module } = await import(place.dataset.example);
  render(await module.example(data, words), place);
}
