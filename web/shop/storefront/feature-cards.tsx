import { Lock, type LucideIcon, MessageCircle, Sprout } from 'lucide-react'

const FEATURES: { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Real-time support',
    text: 'Stock and prices here are up to the minute.',
    Icon: MessageCircle,
  },
  { title: 'Secure payments', text: 'Your card goes straight to our payment provider.', Icon: Lock },
  { title: 'Farm fresh', text: 'Picked the day before you pick it up.', Icon: Sprout },
]

export function FeatureCards() {
  return (
    <ul className="relative z-2 -mt-8 grid gap-2.5 sm:-mt-12 md:grid-cols-3 md:gap-4.5">
      {FEATURES.map(({ title, text, Icon }) => (
        <li key={title} className="flex gap-3.5 rounded-2xl border border-straw bg-card p-4 md:p-5.5">
          <Icon aria-hidden="true" strokeWidth={1.8} className="size-7 shrink-0 text-leaf" />
          <div>
            <h2 className="text-[1.1875rem]">{title}</h2>
            <p className="mt-0.5 text-bark-deep">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
