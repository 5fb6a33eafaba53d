/** Where else the practice can be found. Placeholders: the owner of the practice writes its real addresses here. */
export const social = [
  { kind: 'video', name: 'TikTok', url: 'https://www.tiktok.com/@habitat.interior.example' },
  { kind: 'photo', name: 'Instagram', url: 'https://www.instagram.com/habitat.interior.example/' },
  { kind: 'work', name: 'LinkedIn', url: 'https://www.linkedin.com/company/habitat-interior-example/' },
] as const
