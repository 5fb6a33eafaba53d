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
 * The element itself or, after a client render, its counterpart: the same tag, text and position among equals.
 * Undefined without one.
 */
export function findReplacementElement<E extends Element>(element: E): E | undefined {
  if (element.isConnected) return element
  const former = likeIn(element.getRootNode() as ParentNode, element)
  return likeIn(document, element)[Math.max(0, former.indexOf(element))] as E | undefined
}
