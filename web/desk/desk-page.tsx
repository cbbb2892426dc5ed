import { lazy, Suspense } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const Later = lazy(() =>
  import('./admin-page.tsx').then(({ AdminPage }) => ({ default: AdminPage })),
)

export function DeskPage() {
  if (!useHydrated()) return <DeskSkeleton />
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Later />
    </Suspense>
  )
}

/** The desk before its code is there: its head and the gate's shape, so that nothing jumps for whoever has to sign in. */
function DeskSkeleton() {
  return (
    <>
      <header className="border-b border-straw bg-paper">
        <div className="wrap flex h-16 items-center gap-1.5 sm:h-[4.5rem] sm:gap-3">
          <Logo />
          <h1 className="text-xl text-leaf-deep sm:text-2xl">Farmstand desk</h1>
        </div>
      </header>
      <main aria-busy="true" aria-label="Loading the desk" className="wrap">
        <div className="mx-auto mt-10 mb-16 w-full max-w-md rounded-3xl border border-straw bg-card p-6 sm:mt-20 sm:p-10">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="mt-4 h-5 w-full" />
          <Skeleton className="mt-2 h-5 w-2/3" />
          <Skeleton className="mt-8 h-14 w-full rounded-xl" />
          <Skeleton className="mt-5 h-14 w-full rounded-full" />
          <noscript>
            <p className="mt-6">The desk needs JavaScript.</p>
          </noscript>
        </div>
      </main>
    </>
  )
}
