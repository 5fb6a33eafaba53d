/** Caches answers about elements until the document changes. Not for elements outside the document. */
export function rememberUntilChange<Answer>(
  answer: (asked: Element | Document) => Answer,
): (asked: Element | Document) => Answer {
  let page: unknown
  let answers = new Map<Element | Document, Answer>()
  return (asked) => {
    const present = document.getElementsByTagName('label')
    if (present !== page) {
      page = present
      answers = new Map()
    }
    const known = answers.get(asked) ?? answer(asked)
    answers.set(asked, known)
    return known
  }
}

function* walk(root: Element | Document): Generator<Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) yield walker.currentNode as Element
}

const listInPage = rememberUntilChange((root): readonly Element[] => [...walk(root)])

/** In document order. */
export const listElements = (root: Element | Document): readonly Element[] =>
  root.isConnected ? listInPage(root) : [...walk(root)]
