import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { DeskSkeleton } from './desk-skeleton.tsx'

const Later = lazy(() => import('./admin-page.tsx').then(({ AdminPage }) => ({ default: AdminPage })))

export function DeskPage() {
  if (!useHydrated()) return <DeskSkeleton />
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Later />
    </Suspense>
  )
}
