import { act, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { usePracticeToday } from '../../../frontend/src/ui/use-practice-today.ts'

const Today = () => <p>{usePracticeToday()}</p>

/** Half a minute before midnight in Madrid; this suite's zone is six hours behind. */
const BEFORE_MIDNIGHT = '2026-11-21T22:59:30.000Z'

test('a page that stays in sight over midnight at the practice has the new day a minute later, and not before', () => {
  vi.setSystemTime(BEFORE_MIDNIGHT)
  render(<Today />)

  void act(() => void vi.advanceTimersByTime(20_000))
  expect(screen.getByText('2026-11-21')).toBeDefined()
  void act(() => void vi.advanceTimersByTime(70_000))
  expect(screen.getByText('2026-11-22')).toBeDefined()
})
