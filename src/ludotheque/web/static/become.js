// Makes an element of the page equal to another one, and touches only what differs: what is the same
// keeps its focus, its selection and what it has open.

export function become(element, model) {
  if (element.isEqualNode(model)) return;
  takeAttributes(element, model);
  if (!model.children.length && !element.children.length) {
    if (element.textContent !== model.textContent) element.textContent = model.textContent;
  } else if (isBuiltAlike(element, model)) {
    [...element.children].forEach((child, place) => become(child, model.children[place]));
  } else {
    element.replaceChildren(...model.childNodes);
  }
}

function takeAttributes(element, model) {
  for (const { name } of [...element.attributes]) {
    if (!model.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of model.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

// The same kinds of children, which have the same ids, and the same text between them.
function isBuiltAlike(element, model) {
  const [own, other] = [[...element.children], [...model.children]];
  return (
    own.length === other.length &&
    own.every((child, place) => child.tagName === other[place].tagName && child.id === other[place].id) &&
    textBetween(element) === textBetween(model)
  );
}

function textBetween({ childNodes }) {
  return [...childNodes].map((each) => (each.nodeType === Node.TEXT_NODE ? each.data.trim() : "|")).join("");
}
