import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { useProductInAddress } from './product-address.ts'

const loadProductDialog = () => import('./product-dialog.tsx')

const LazyProductDialog = lazyPart(() =>
  loadProductDialog().then(({ ProductDialog }) => ProductDialog),
)

export function ProductPlace() {
  const id = useProductInAddress()
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  useEffect(() => whenIdle(loadProductDialog), [])
  if (last === null) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-soil/35" />}>
      <LazyProductDialog id={last} isOpen={id !== null} />
    </Suspense>
  )
}
