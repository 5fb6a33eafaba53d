import { useSearchParams } from 'react-router-dom'
import './tab-links.css'
import { Link } from './link.tsx'

export interface PanelTab {
  /** Value of `?tab=`; the default tab has none in the URL. */
  readonly id: string
  readonly text: string
  readonly short?: string
  readonly mark?: string | undefined
}

export function useCurrentPanelTab(tabs: readonly PanelTab[], opening = tabs[0]?.id ?? ''): string {
  const [search] = useSearchParams()
  const wanted = search.get('tab')
  return tabs.find(({ id }) => id === wanted)?.id ?? opening
}

/**
 * Scrolls the tab bar, not the page, to the current tab; needed at 200 % zoom. In the next animation frame: measuring
 * at once would force a second layout.
 */
function inSightWhenShown(link: HTMLElement | null): void {
  if (link) requestAnimationFrame(() => scrollTabsTo(link))
}

function scrollTabsTo(link: HTMLElement): void {
  const tabs = link.closest<HTMLElement>('.tab-links')
  if (!tabs) return
  const [of, within] = [link.getBoundingClientRect(), tabs.getBoundingClientRect()]
  if (of.left < within.left) tabs.scrollLeft += of.left - within.left
  else if (of.right > within.right) tabs.scrollLeft += of.right - within.right
}

interface TabLinksProps {
  readonly label: string
  readonly tabs: readonly PanelTab[]
  readonly opening?: string
}

export function PanelTabLinks({ label, tabs, opening = tabs[0]?.id ?? '' }: TabLinksProps) {
  const shown = useCurrentPanelTab(tabs, opening)
  return (
    <nav className="tab-links" aria-label={label}>
      <ul>
        {tabs.map(({ id, text, short, mark }) => (
          <li key={id}>
            <Link
              to={id === opening ? '?' : `?tab=${id}`}
              aria-current={id === shown ? 'page' : undefined}
              ref={id === shown ? inSightWhenShown : undefined}
            >
              {short ? <LongOrShortText text={text} short={short} /> : text}
              {mark && <TabMark>{mark}</TabMark>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export const TabMark = ({ children }: { readonly children: string }) => (
  <>
    {' '}
    <span className="tab-mark">{children}</span>
  </>
)

/** CSS shows one of the two by width and hides the other from screen readers too. */
export const LongOrShortText = ({ text, short }: { readonly text: string; readonly short: string }) => (
  <>
    <span className="tab-long">{text}</span>
    <span className="tab-short">{short}</span>
  </>
)
