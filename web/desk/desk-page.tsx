import { lazy, Suspense } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { SignInSkeleton } from './account/sign-in-frame.tsx'

const Later = lazy(() => import('./desk.tsx').then(({ Desk }) => ({ default: Desk })))

export function DeskPage() {
  if (!useHydrated()) return <DeskSkeleton />
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Later />
    </Suspense>
  )
}

function DeskSkeleton() {
  return (
    <>
      <header className="border-b border-straw bg-paper">
        <div className="wrap flex h-14 items-center gap-1.5 sm:gap-3">
          <Logo />
          <h1 className="text-xl text-leaf-deep sm:text-2xl">Farmstand desk</h1>
        </div>
      </header>
      <main aria-busy="true" aria-label="Loading the desk" className="wrap">
        <SignInSkeleton>
          <noscript>
            <p className="mt-6">The desk needs JavaScript.</p>
          </noscript>
        </SignInSkeleton>
      </main>
    </>
  )
}
