import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Boundary, Safe } from '#web/ui/boundary.tsx'
import { dropSecondTaps } from '#web/ui/second-tap.ts'
import { AdminPage } from './admin-page.tsx'
import { createDeskClient } from './shared/desk-session.ts'

export function Desk() {
  const [client] = useState(createDeskClient)
  useEffect(dropSecondTaps, [])
  return (
    <QueryClientProvider client={client}>
      <Safe value="What you typed is kept. For whoever helps you there is a report: under Settings, Checkup, or on the server by sudo farmstand report.">
        <Boundary part="desk">
          <AdminPage />
        </Boundary>
      </Safe>
    </QueryClientProvider>
  )
}
