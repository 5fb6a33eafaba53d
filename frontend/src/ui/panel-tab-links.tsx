import { useSearchParams } from 'react-router-dom'
import './tab-links.css'
import { Link } from './link.tsx'

export interface PanelTab {
  /** `?tab=` in the URL; absent for the tab that opens. */
  readonly id: string
  readonly text: string
  /**
   * Label on narrow screens.
   * @default the same
   */
  readonly short?: string
  /** What is new or due behind it, such as «1 petición». */
  readonly mark?: string | undefined
}

/** The tab of the URL; when it names none of `tabs`, the one with the id `opening`, which is the first unless another is due. */
export function useCurrentPanelTab(tabs: readonly PanelTab[], opening = tabs[0]?.id ?? ''): string {
  const [search] = useSearchParams()
  const wanted = search.get('tab')
  return tabs.find(({ id }) => id === wanted)?.id ?? opening
}

/**
 * Scrolls the tab bar, not the page, to the current tab, as needed with 200 % zoom. Before the next picture: measured at once,
 * the page would be laid out once more for it.
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
  /** See `useCurrentPanelTab`. */
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

/** Words, and on a phone a dot that is read out. */
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
