import { hero, quotes } from '../../content/landing.ts'
import { PageHead } from '../../ui/page-head.tsx'
import beyond from './beyond.svg?no-inline'
import { Expert } from './expert.tsx'
import { Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import { Quote } from './quote.tsx'
import { Symptoms } from './symptoms.tsx'
import { Timeline } from './timeline.tsx'
import unlike from './unlike.svg?no-inline'
import './landing-page.css'

const [first, second] = quotes

/** Everything that a visitor wants to know, one screen at a time. */
export const LandingPage = () => (
  <div className="landing">
    <PageHead page="/" />
    <Hero {...hero} />
    <Quote {...first} look="green" drawing={beyond} />
    <Quote {...second} look="pale" drawing={unlike} />
    <Timeline />
    <Symptoms />
    <Expert />
    <Faq />
  </div>
)
