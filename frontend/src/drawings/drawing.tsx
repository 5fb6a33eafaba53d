import { type DrawingName, drawings, type SpeakingDrawingName } from './index.ts'
import './drawing.css'

export type { DrawingName } from './index.ts'

interface Placed {
  readonly className?: string
  /** For images above the fold: loaded at once, with high priority. */
  readonly eager?: boolean
}

type Decorative = Placed & { readonly name: DrawingName; readonly alt?: string }
type Speaking = Placed & { readonly name: SpeakingDrawingName; readonly alt: string }

/** Reserves its space while loading. Hidden from screen readers unless `alt` is given. */
export const Drawing = ({ name, alt = '', className, eager = false }: Decorative | Speaking) => {
  const { src, width, height } = drawings[name]
  return (
    <img
      className={className === undefined ? 'drawing' : `drawing ${className}`}
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
