import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import { readNoToasts, readToasts, showCarriedToast, subscribeToToasts } from './toast-store.ts'
import { whenUsed } from './when-idle.ts'

const loadToastList = () => import('./toast-list.tsx')
const LazyToastList = lazyComponent(() => loadToastList().then(({ ToastList }) => ToastList))

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readNoToasts)
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
