import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { AuthProvider } from '../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../frontend/src/api/endpoint-query.ts'
import { ClientToday } from '../../frontend/src/app/client-today.tsx'

/**
 * Only the top of the client's panel, which is the same on each tab.
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
