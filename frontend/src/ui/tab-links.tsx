import { Link, useSearchParams } from 'react-router-dom'
import './tab-links.css'

export interface Tab {
  /** Stands in the address as `?tab=`; the first one's address has none. */
  readonly id: string
  readonly text: string
  /** The wording on narrow screens. @default the same */
  readonly short?: string
}

/** Which of `tabs` the address asks for; the first when it names none of them. */
export function useTab(tabs: readonly Tab[]): string {
  const [search] = useSearchParams()
  const wanted = search.get('tab')
  return tabs.find(({ id }) => id === wanted)?.id ?? tabs[0]?.id ?? ''
}

/** Where the tabs are wider than the screen, as with 200 % zoom, the one that is shown is brought into it; the page stays. */
function inSightWhenShown(link: HTMLElement | null): void {
  const tabs = link?.closest<HTMLElement>('.tab-links')
  if (!link || !tabs) return
  const [of, within] = [link.getBoundingClientRect(), tabs.getBoundingClientRect()]
  if (of.left < within.left) tabs.scrollLeft += of.left - within.left
  else if (of.right > within.right) tabs.scrollLeft += of.right - within.right
}

interface TabLinksProps {
  readonly label: string
  readonly tabs: readonly Tab[]
}

/** The parts of a panel, each with an address of its own. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const shown = useTab(tabs)
  return (
    <nav className="tab-links" aria-label={label}>
      <ul>
        {tabs.map(({ id, text, short }, index) => (
          <li key={id}>
            <Link
              to={index === 0 ? '?' : `?tab=${id}`}
              aria-current={id === shown ? 'page' : undefined}
              ref={id === shown ? inSightWhenShown : undefined}
            >
              {short ? <BothWordings text={text} short={short} /> : text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** One is shown and read, the other is not there: which one, the width decides. */
const BothWordings = ({ text, short }: { readonly text: string; readonly short: string }) => (
  <>
    <span className="tab-long">{text}</span>
    <span className="tab-short">{short}</span>
  </>
)
