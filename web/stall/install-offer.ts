/**
 * What Chromium hands to a page that may be put on the home
 * screen (its `beforeinstallprompt`); no other browser has it.
 */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

/** Before the page is drawn: the browser offers it once, when it likes. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setOffer(null))
}

function setOffer(next: InstallPrompt | null): void {
  offer = next
  for (const listener of listeners) listener()
}

export function subscribeToInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasInstallOffer = (): boolean => offer !== null

/** An offer is good for one answer. */
export async function acceptInstallOffer(): Promise<void> {
  const taken = offer
  setOffer(null)
  await taken?.prompt()
}

/**
 * How this page is put on the home screen: only by hand on an iPhone or iPad, whose browsers alone know
 * `navigator.standalone`; by the browser's own question elsewhere. Null where it is there already.
 */
export function wayToHomeScreen(): 'by-hand' | 'by-browser' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (!('standalone' in navigator)) return 'by-browser'
  return navigator.standalone === true ? null : 'by-hand'
}
