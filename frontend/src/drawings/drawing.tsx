import { DrawingPicture, type Placed } from './drawing-picture.tsx'
import { type DecorativeDrawingName, drawingFiles, type InformativeDrawingName } from './index.ts'

export type { DecorativeDrawingName } from './index.ts'

type Decorative = Placed & { readonly name: DecorativeDrawingName; readonly alt?: string }
type Speaking = Placed & { readonly name: InformativeDrawingName; readonly alt: string }

export const DrawingImage = ({ name, ...props }: Decorative | Speaking) => (
  <DrawingPicture file={drawingFiles[name]} {...props} />
)
