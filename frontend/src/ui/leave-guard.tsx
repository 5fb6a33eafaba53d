import {
  lazy,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { type Path, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { askToLeave, leaveQuestion, pageScope } from './unsaved.ts'

const load = () => import('./leave-question.tsx')
const LeaveQuestion = lazy(async () => ({ default: (await load()).LeaveQuestion }))

const somethingIsUnsaved = () => pageScope.unsaved().length > 0

const noQuestion = () => undefined

/**
 * Asks before the way back, a link, a reload or a closed tab takes unsaved work away. React Router's own blocker needs
 * its data router, which would cost every public page 17 kB; this stands between the pages and the router that they have.
 */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const question = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.read, noQuestion)
  useUnloadGuard()
  useTraversalGuard()
  return (
    <NavigationContext value={useGuardedNavigation()}>
      {children}
      {question && (
        <Suspense>
          <LeaveQuestion question={question} />
        </Suspense>
      )}
    </NavigationContext>
  )
}

/** Links and `navigate`. What replaces the address within a page, as a search does, leaves nothing. */
function useGuardedNavigation() {
  const context = useContext(NavigationContext)
  return useMemo(() => {
    const { navigator } = context
    const leaves = (to: Partial<Path>) => {
      const { pathname, search } = window.location
      return (to.pathname ?? pathname) !== pathname || (to.search ?? search) !== search
    }
    const pathOf = (to: Parameters<typeof navigator.push>[0]): Partial<Path> => {
      const { pathname, search } = new URL(navigator.createHref(to), window.location.href)
      return { pathname, search }
    }
    return {
      ...context,
      navigator: {
        createHref: navigator.createHref,
        ...(navigator.encodeLocation && { encodeLocation: navigator.encodeLocation }),
        go: navigator.go,
        push: (...given: Parameters<typeof navigator.push>) => {
          const push = () => navigator.push(...given)
          if (leaves(pathOf(given[0]))) askToLeave(pageScope, push)
          else push()
        },
        replace: (...given: Parameters<typeof navigator.replace>) => {
          const replace = () => navigator.replace(...given)
          if (pathOf(given[0]).pathname === window.location.pathname) replace()
          else askToLeave(pageScope, replace)
        },
      },
    }
  }, [context])
}

/** The browser's own question, in its own words: before a reload, and before the tab is closed. */
function useUnloadGuard(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (pageScope.wouldLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

interface HistoryState {
  readonly idx?: number
}

/** Where the browser stands in its history. Entries of fragment links carry no number of React Router's. */
const positionInHistory = (): number =>
  ('navigation' in window ? window.navigation.currentEntry?.index : undefined) ??
  (window.history.state as HistoryState | null)?.idx ??
  0

/**
 * The way back and forward. It has been gone when we hear of it: it is taken back before the router hears of it, and gone
 * again after a yes.
 */
function useTraversalGuard(): void {
  const location = useLocation()
  const shown = useRef({ address: '', position: 0 })
  useLayoutEffect(() => {
    shown.current = { address: location.pathname + location.search, position: positionInHistory() }
  }, [location])
  useLayoutEffect(() => {
    let returning = false
    let leaving = false
    const guard = (event: PopStateEvent) => {
      if (returning) {
        returning = false
        event.stopImmediatePropagation()
        return
      }
      const { address, position } = shown.current
      const isElsewhere = window.location.pathname + window.location.search !== address
      const by = positionInHistory() - position
      if (leaving || !isElsewhere || by === 0 || !somethingIsUnsaved()) {
        leaving = false
        return
      }
      event.stopImmediatePropagation()
      returning = true
      window.history.go(-by)
      askToLeave(pageScope, () => {
        leaving = true
        window.history.go(by)
      })
    }
    // Before the router's own listener, which was there first.
    window.addEventListener('popstate', guard, true)
    return () => window.removeEventListener('popstate', guard, true)
  }, [])
}
