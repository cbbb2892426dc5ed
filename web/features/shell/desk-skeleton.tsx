import { Skeleton } from '#web/ui/skeleton.tsx'

/** The desk before its code is there. */
export function DeskSkeleton() {
  return (
    <main aria-busy="true" aria-label="Loading the desk" className="wrap grid gap-5 py-6">
      <Skeleton className="h-10 w-56" />
      <div className="grid grid-cols-2 gap-3.5 lg:grid-cols-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-72" />
      <noscript>
        <p>The desk needs scripts.</p>
      </noscript>
    </main>
  )
}
