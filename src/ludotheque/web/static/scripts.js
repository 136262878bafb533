// A device that can make a seed of its own for the dice says so when a match is begun.

if (globalThis.crypto?.getRandomValues) {
  for (const field of document.querySelectorAll("input[name=scripts]")) field.value = "yes";
}
