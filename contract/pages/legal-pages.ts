import { LEGAL_SLUGS, type LegalSlug } from './legal-slugs.ts'

type LegalPage = { slug: LegalSlug; title: string; metaDescription: string; content: string }

/** Starter texts: only what this shop can know. Contacts and places come from the settings. */
const TEXTS: Record<LegalSlug, Omit<LegalPage, 'slug'>> = {
  terms: {
    title: 'Terms',
    metaDescription: 'What you agree to when you order, and what we promise.',
    content: `<p>This is how ordering works here. It’s short because the farm is small.</p>
<h2>Your order</h2>
<ul>
<li>The price is the one you see at checkout, in US dollars. Nothing is added after that.</li>
<li>Your card is checked first and charged only when your order is placed. If something sells out while you pay, nothing is charged.</li>
<li>Your receipt has its own link; please keep it. Your order is in once you have its number.</li>
<li>We put your things aside, so nobody can buy them out from under you.</li>
</ul>
<h2>Pickup and delivery</h2>
<ul>
<li>Pickup is free. Your receipt says where, on which day and at what time.</li>
<li>The checkout tells you whether we drive to you, what delivery costs, and how large an order has to be for it.</li>
<li>Someone else may pick up for you: give us their name at checkout, or give them the order number.</li>
<li>If weather or the harvest makes us move a day, we’ll let you know. If the new day doesn’t work for you, you can cancel and get your money back.</li>
</ul>
<h2>What we sell</h2>
<p>Food from a farm differs from week to week, in size and in color. Allergens are listed with each product as far as we know them. If an allergy is serious, please call us before you order.</p>
<h2>Questions</h2>
<p>Call or email us. Our phone number and email address are at the bottom of the home page.</p>`,
  },
  refunds: {
    title: 'Refunds',
    metaDescription: 'When you get your money back, and how.',
    content: `<p>If something isn’t right, tell us. We’d rather give you your money back than have you eat a bad tomato.</p>
<h2>Something is wrong with your food</h2>
<p>Call or email within two days of getting it, and keep it if you can. We’ll refund it, or replace it if you prefer.</p>
<h2>You can’t make it</h2>
<p>Until ordering closes for your day, cancel under “Plans changed?” on your receipt. If you don’t see it there, call us. Either way we’ll refund all of it. After that we’ve picked and packed for you: call anyway, and we’ll see what we can do.</p>
<h2>We can’t make it</h2>
<p>If we have to cancel your order, or a part of it, you get that money back without asking. If we move your day and it doesn’t work for you, you can cancel on your receipt.</p>
<h2>How the money comes back</h2>
<p>Always to the card you paid with. We send it right away; banks usually take five to ten days to show it. Your receipt says what was refunded.</p>`,
  },
  privacy: {
    title: 'Privacy',
    metaDescription: 'What we keep about you, why, and for how long.',
    content: `<p>We keep what it takes to get your order to you, and sell or share none of it for advertising. There are no ads here, and nothing that follows you around the web.</p>
<h2>When you order</h2>
<p>We keep your name, email address, what you ordered and where it goes, and your phone number and address if you gave them. Your card number goes straight to the company that handles our payments. We never see it.</p>
<h2>When you sign up for something</h2>
<ul>
<li>Newsletter: your email address, until you unsubscribe by the link in every letter and ask us to remove it.</li>
<li>“Tell me when it’s back”: your email address, until we have told you once, or you leave, or half a year has passed.</li>
<li>A question you pass on to us through the farm helper: what you typed, and your email address if we are to answer.</li>
</ul>
<h2>In your browser</h2>
<p>Your cart, what you typed at checkout and the way to your last receipt stay in your own browser. A cookie tells us that a payment is yours. If you play a video, YouTube learns that you watch it.</p>
<h2>Who sees it</h2>
<p>We do, and the companies that run this site for us: for payments, for email and for keeping the site online. They may use it for nothing else.</p>
<h2>How long, and how to have it erased</h2>
<p>We keep orders for our books. Ask us, and we remove your name, address, phone number and email from them, as soon as the food is delivered and your bank can no longer dispute the payment, which takes about six months. Copies in our backups go as those get old. You can also ask us what we have about you.</p>
<p>To ask, call or email. Our phone number and email address are at the bottom of the home page.</p>`,
  },
}

export const LEGAL_PAGES: readonly LegalPage[] = LEGAL_SLUGS.map((slug) => ({
  slug,
  ...TEXTS[slug],
}))
