import './drawing.css'

export interface Placed {
  readonly className?: string
  readonly eager?: boolean
}

/** `width` and `height` are in CSS pixels and give the aspect ratio. */
export interface DrawingFile {
  readonly src: string
  readonly width: number
  readonly height: number
  readonly decorative: boolean
}

interface DrawingPictureProps extends Placed {
  readonly file: DrawingFile
  readonly alt?: string
}

/** For pages that have few bytes left: without the catalogue, which names all drawings. */
export const DrawingPicture = ({
  file: { src, width, height },
  alt = '',
  className,
  eager = false,
}: DrawingPictureProps) => (
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
