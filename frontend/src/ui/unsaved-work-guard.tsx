import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { type Path, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { confirmLeaving, leaveQuestionStore, pageUnsavedWorkScope } from './unsaved-work.ts'
import { lazy, WhileLoading } from './lazy.tsx'

const load = () => import('./leave-confirm-dialog.tsx')
const LeaveQuestion = lazy(async () => ({ default: (await load()).LeaveConfirmDialog }))

const somethingIsUnsaved = () => pageUnsavedWorkScope.unsaved().length > 0

const noQuestion = () => undefined

/**
 * Asks before back, a link, a reload or closing the tab discards unsaved work. React Router's own blocker needs its
 * data router, which would add 17 kB to every public page.
 */
export function UnsavedWorkGuard({ children }: { readonly children: ReactNode }) {
  const question = useSyncExternalStore(leaveQuestionStore.subscribe, leaveQuestionStore.read, noQuestion)
  useUnloadGuard()
  useTraversalGuard()
  return (
    <NavigationContext value={useGuardedNavigation()}>
      {children}
      {question && (
        <WhileLoading>
          <LeaveQuestion question={question} />
        </WhileLoading>
      )}
    </NavigationContext>
  )
}

/** For links and `navigate`. Replacing the URL of the same page, as a search does, is not leaving. */
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
          if (leaves(pathOf(given[0]))) confirmLeaving(pageUnsavedWorkScope, push)
          else push()
        },
        replace: (...given: Parameters<typeof navigator.replace>) => {
          const replace = () => navigator.replace(...given)
          if (pathOf(given[0]).pathname === window.location.pathname) replace()
          else confirmLeaving(pageUnsavedWorkScope, replace)
        },
      },
    }
  }, [context])
}

function useUnloadGuard(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (pageUnsavedWorkScope.wouldLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

interface HistoryState {
  readonly idx?: number
}

/** Without the Navigation API, the index that React Router stores; entries of fragment links have none. */
const positionInHistory = (): number =>
  ('navigation' in window ? window.navigation.currentEntry?.index : undefined) ??
  (window.history.state as HistoryState | null)?.idx ??
  0

/**
 * For back and forward. `popstate` comes after the navigation: it is reverted before the router sees it, and repeated
 * after confirmation.
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
      confirmLeaving(pageUnsavedWorkScope, () => {
        leaving = true
        window.history.go(by)
      })
    }
    // In the capture phase, to run before the router's earlier listener.
    window.addEventListener('popstate', guard, true)
    return () => window.removeEventListener('popstate', guard, true)
  }, [])
}
