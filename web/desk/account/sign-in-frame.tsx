import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto mt-10 mb-16 w-full max-w-md rounded-3xl border border-straw bg-card p-6 sm:mt-20 sm:p-10">
      {children}
    </div>
  )
}

export function SignInSkeleton({ children }: { children: ReactNode }) {
  return (
    <SignInFrame>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-2 h-5 w-2/3" />
      <Skeleton className="mt-8 h-14 w-full rounded-xl" />
      <Skeleton className="mt-5 h-14 w-full rounded-full" />
      {children}
    </SignInFrame>
  )
}
