import { type DecorativeDrawingName, drawingFiles, type InformativeDrawingName } from './index.ts'
import './drawing.css'

export type { DecorativeDrawingName } from './index.ts'

interface Placed {
  readonly className?: string
  readonly eager?: boolean
}

type Decorative = Placed & { readonly name: DecorativeDrawingName; readonly alt?: string }
type Speaking = Placed & { readonly name: InformativeDrawingName; readonly alt: string }

export const DrawingImage = ({ name, alt = '', className, eager = false }: Decorative | Speaking) => {
  const { src, width, height } = drawingFiles[name]
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
