import { Skeleton } from '#web/ui/skeleton.tsx'

export function CheckoutSkeleton() {
  return (
    <div className="wrap py-8">
      <h1 className="text-[2rem] sm:text-[2.5rem]">Checkout</h1>
      <noscript>
        <p className="mt-4">To pay here, please turn on JavaScript.</p>
      </noscript>
      <div aria-busy="true" className="mt-6 grid gap-6 lg:grid-cols-[1fr_25rem]">
        <Skeleton className="h-[36rem]" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}
