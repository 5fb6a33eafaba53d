import type { CheckInItem } from './check-in.ts'

export const checkInStepLabels: Readonly<Record<CheckInItem, readonly [string, string, string, string, string]>> = {
  bloating: ['Mucha', 'Bastante', 'Algo', 'Poca', 'Ninguna'],
  energy: ['Muy poca', 'Poca', 'Normal', 'Bastante', 'Mucha'],
  sleep: ['Muy malo', 'Malo', 'Regular', 'Bueno', 'Muy bueno'],
  mood: ['Muy bajo', 'Bajo', 'Regular', 'Bueno', 'Muy bueno'],
}
