import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPage } from './admin-page.tsx'
import { createDeskClient } from './shared/desk-client.ts'

export function Desk() {
  const [client] = useState(createDeskClient)
  return (
    <QueryClientProvider client={client}>
      <AdminPage />
    </QueryClientProvider>
  )
}
