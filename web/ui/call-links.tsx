import { MessageSquare, Phone } from 'lucide-react'
import { buttonLook } from './button.tsx'
import { phoneHref } from './phone-href.ts'

type CallLinksProps = { phone: string; isRound?: boolean; className?: string | undefined }

export function CallLinks({ phone, isRound = false, className }: CallLinksProps) {
  const look = buttonLook({ variant: 'quiet', size: isRound ? 'icon' : 'md' }, className)
  const call = phoneHref(phone)
  return (
    <>
      <a href={call} aria-label={`Call ${phone}`} className={look}>
        <Phone aria-hidden="true" className="size-5" />
        {!isRound && 'Call'}
      </a>
      <a href={call.replace('tel:', 'sms:')} aria-label={`Text ${phone}`} className={look}>
        <MessageSquare aria-hidden="true" className="size-5" />
        {!isRound && 'Text'}
      </a>
    </>
  )
}
