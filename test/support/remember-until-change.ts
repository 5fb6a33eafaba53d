/**
 * Remembers answers about elements of the page until an element or an attribute of the page changes: so long jsdom gives
 * the same list of its labels. What hangs in no page is not to be asked about.
 */
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

/** All elements below this one, in their order. */
export const listElements = (root: Element | Document): readonly Element[] =>
  root.isConnected ? listInPage(root) : [...walk(root)]
