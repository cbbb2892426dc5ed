import { Wifi, WifiOff } from 'lucide-react'

export function OnIcon() {
  return <Wifi aria-hidden="true" className="size-5 shrink-0 text-in-stock" />
}

export function OffIcon() {
  return <WifiOff aria-hidden="true" className="size-5 shrink-0 text-yolk-deep" />
}
