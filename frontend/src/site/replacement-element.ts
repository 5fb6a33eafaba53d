const descriptionOf = (element: Element): string =>
  [
    element.tagName,
    element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent?.trim(),
    element.getAttribute('type'),
  ].join(' ')

const likeIn = (root: ParentNode, element: Element): readonly Element[] => {
  const description = descriptionOf(element)
  return [...root.querySelectorAll(element.tagName)].filter((other) => descriptionOf(other) === description)
}

/**
 * The element itself or, where the page was drawn anew, the one that stands in its place: of the same kind, with the same
 * words, and as many like it before it. Undefined where the new page has none.
 */
export function replacementOf<E extends Element>(element: E): E | undefined {
  if (element.isConnected) return element
  const former = likeIn(element.getRootNode() as ParentNode, element)
  return likeIn(document, element)[Math.max(0, former.indexOf(element))] as E | undefined
}
