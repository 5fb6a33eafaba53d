import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { renderEmailHtml } from '../functions/mail/public/composed-email.ts'
import { findBrowser } from './browser.mjs'
import { embedEmailLogo } from './local/mail-samples/embed-email-logo.ts'
import { listMailSamples, type MailSample } from './local/mail-samples/mail-samples.ts'

/** Takes a screenshot of each mail, light beside dark, at a phone's width: `npx node bin/picture-mails.ts [name …]`. */

const WIDTH = 390
const QUALITY = 0.6
const SITE = 'https://habitat.example'
const FOLDER = new URL('../docs/pictures/mails/', import.meta.url).pathname

async function takeScheme(browser: Browser, html: string, colorScheme: 'light' | 'dark'): Promise<string> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 600 }, colorScheme })
  await page.setContent(html)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture.toString('base64')
}

/** WebP has a third of a PNG's bytes. */
async function takePicture(browser: Browser, { name, email }: MailSample): Promise<void> {
  const html = await embedEmailLogo(renderEmailHtml(email, SITE))
  const schemes = await Promise.all((['light', 'dark'] as const).map((scheme) => takeScheme(browser, html, scheme)))
  const page = await browser.newPage()
  const picture = await page.evaluate(
    async ({ pictures, width, quality }) => {
      const images = await Promise.all(
        pictures.map(async (data) => {
          const image = new Image()
          image.src = `data:image/png;base64,${data}`
          await image.decode()
          return image
        }),
      )
      const canvas = document.createElement('canvas')
      canvas.width = width * images.length
      canvas.height = Math.max(...images.map(({ height }) => height))
      for (const [place, image] of images.entries()) canvas.getContext('2d')?.drawImage(image, place * width, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    { pictures: schemes, width: WIDTH, quality: QUALITY },
  )
  await page.close()
  await writeFile(join(FOLDER, `${name}.webp`), picture, 'base64')
}

const wanted = process.argv.slice(2)
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
for (const sample of listMailSamples(SITE))
  if (wanted.length === 0 || wanted.includes(sample.name)) await takePicture(browser, sample)
await browser.close()
