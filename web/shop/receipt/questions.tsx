import { useSettings } from '#web/api/settings-query.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere'

export function Questions() {
  const setting = useSettings()
  const phone = setting('contact_phone')
  const email = setting('contact_email')
  if (!phone && !email) return null
  return (
    <div className="text-center">
      <h2 className="text-lg">Questions about your order?</h2>
      <p className="flex flex-wrap justify-center gap-x-6">
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={LINK}>
            {phone}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        )}
      </p>
    </div>
  )
}
