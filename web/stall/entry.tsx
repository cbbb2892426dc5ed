import { createRoot } from 'react-dom/client'
import { showStore } from './hub.ts'
import { listenForInstallOffer } from './install-offer.ts'
import { registerWorker } from './register-worker.ts'
import { StallPage } from './stall-page.tsx'
import { startSending } from './sync/start-sending.ts'

listenForInstallOffer()

const root = document.getElementById('root')

if (root) {
  root.textContent = ''
  createRoot(root).render(<StallPage />)
  void showStore().finally(startSending)
  void registerWorker()
}
