import src from './step-1-reserva.svg?no-inline'

export const bookingDrawing = { src, width: 640, height: 480, decorative: true } as const
