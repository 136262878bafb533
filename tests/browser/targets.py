"""How large the things are that a finger taps."""

from __future__ import annotations

from playwright.sync_api import Page

LEAST = 44  # CSS pixels, each way: WCAG 2.5.5

#: Measures every target that is shown. A control inside its label is as large as the label, and a
#: link that covers its row as large as the row. WCAG's exceptions: a link in a sentence is as high
#: as its line, and what is drawn small has an equal of the same name that is large enough.
MEASURE = """least => {
  const TARGETS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, '
    + '[role=button], [role=slider], svg [tabindex="0"]';
  const isShown = (node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest('[inert], .visually-hidden, .skip:not(:focus)');
  const isInSentence = (node) => {
    if (node.tagName !== 'A' || getComputedStyle(node).display !== 'inline') return false;
    const block = node.closest('p, li, td, dd, figcaption, h1, h2, h3, blockquote');
    return Boolean(block) && block.textContent.trim().length > node.textContent.trim().length;
  };
  const isHere = ({ right, width, height }) => width && height && right > 0;
  const canBeTapped = (node) => getComputedStyle(node).pointerEvents !== 'none';
  const area = (node) => {
    const label = node.matches('input, select') && node.closest('label');
    const spread = getComputedStyle(node, '::after').position === 'absolute' && node.offsetParent;
    return (label || spread || node).getBoundingClientRect();
  };
  const name = (node) => {
    const said = node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}#${node.id}.${node.getAttribute('class') ?? ''} “${said}”`;
  };
  const fits = ({ width, height }) => width >= least - 0.5 && height >= least - 0.5;
  const shown = [...document.querySelectorAll(TARGETS)]
    .filter((node) => isShown(node) && canBeTapped(node))
    .filter((node) => !isInSentence(node) && isHere(area(node)))
    .map((node) => [node, area(node)]);
  const called = (node) => node.getAttribute('aria-label');
  const large = new Set(shown.filter(([, box]) => fits(box)).map(([node]) => called(node)));
  return shown
    .filter(([node, box]) => !fits(box) && !(called(node) && large.has(called(node))))
    .map(([node, { width, height }]) => [node, width.toFixed(1), height.toFixed(1)])
    .map(([node, width, height]) => `${name(node)}: ${width} × ${height}`);
}"""


def too_small(page: Page) -> list[str]:
    """Every target on the page that is smaller than a finger needs, with its size."""
    found: list[str] = page.evaluate(MEASURE, LEAST)
    return found
