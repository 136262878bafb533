// Tells the server, with the form of a new match, that this device can make a seed for the dice.

if (globalThis.crypto?.getRandomValues) {
  for (const field of document.querySelectorAll("input[name=scripts]")) field.value = "yes";
}
