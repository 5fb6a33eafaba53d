import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { AuthProvider } from '../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../frontend/src/api/endpoint-query.ts'
import { ClientToday } from '../../frontend/src/app/client-today.tsx'

/**
 * The top of the client's panel alone: it is the same below each of its tabs.
 * @returns a user-event instance
 */
export function openClientToday(queries = createQueryClient()) {
  render(
    <QueryClientProvider client={queries}>
      <AuthProvider>
        <MemoryRouter>
          <ClientToday />
        </MemoryRouter>
      </AuthProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}
