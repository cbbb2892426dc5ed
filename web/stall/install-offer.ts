import { listenerSet } from '#web/ui/listeners.ts'

/** Chromium's `beforeinstallprompt`; no other browser has it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: InstallPrompt | null = null
const listeners = listenerSet()

/** Call before the first render: the browser makes its offer once, at any time. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setOffer(null))
}

function setOffer(next: InstallPrompt | null): void {
  offer = next
  listeners.notify()
}

export const subscribeToInstallOffer = listeners.subscribe

export const hasInstallOffer = (): boolean => offer !== null

/** An offer can be answered only once. */
export async function acceptInstallOffer(): Promise<void> {
  const taken = offer
  setOffer(null)
  await taken?.prompt()
}

/** 'by-hand' on iPhone and iPad, which alone have `navigator.standalone`; null if already there. */
export function wayToHomeScreen(): 'by-hand' | 'by-browser' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (!('standalone' in navigator)) return 'by-browser'
  return navigator.standalone === true ? null : 'by-hand'
}
