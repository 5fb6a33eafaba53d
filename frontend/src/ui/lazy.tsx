import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

const LoadingContext = createContext<ReactNode>(null)

interface WhileLoadingProps {
  /** @default - nothing */
  readonly show?: ReactNode
  readonly children: ReactNode
}

/** What stands in the place of each lazy component below while its code is being downloaded. */
export const WhileLoading = ({ show = null, children }: WhileLoadingProps) => (
  <LoadingContext value={show}>{children}</LoadingContext>
)

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  /** Afterwards it is complete in its first rendering, on the server and in the browser. */
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
}

/**
 * A component whose code is downloaded when it is first rendered. Not the library's `lazy`: its `Suspense` goes on waiting for
 * a part that nobody shows any more, and then shows nothing. What cannot be downloaded fails its rendering, and is
 * asked for again by the next.
 */
export function lazy<Props extends object>(
  download: () => Promise<{ readonly default: ComponentType<Props> }>,
  onShown?: () => void,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded ??= (await download()).default
  }
  function Lazy(props: Props) {
    // Chosen once: a page that changed its component when its code arrives would forget what was entered.
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    const waiting = useContext(LoadingContext)
    useLayoutEffect(() => {
      if (Shown) return undefined
      let isWanted = true
      load().then(
        () => isWanted && setShown(() => loaded),
        (error: unknown) => isWanted && setFailure({ error }),
      )
      return () => {
        isWanted = false
      }
    }, [Shown])
    useEffect(() => {
      if (Shown) onShown?.()
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...props} /> : waiting
  }
  return Object.assign(Lazy, { load, isLoaded: () => loaded !== undefined })
}
