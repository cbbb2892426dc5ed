import { Suspense, useEffect } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import { showCarriedToast, useToasts } from './toast-store.ts'
import { whenUsed } from './when-idle.ts'

const loadToastList = () => import('./toast-list.tsx')
const LazyToastList = lazyComponent(() => loadToastList().then(({ ToastList }) => ToastList))

export function Toaster() {
  const toasts = useToasts()
  useEffect(() => {
    showCarriedToast()
    return whenUsed(loadToastList)
  }, [])
  if (toasts.length === 0) return null
  return (
    <Suspense fallback={null}>
      <LazyToastList />
    </Suspense>
  )
}
