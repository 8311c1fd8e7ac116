/**
 * Endings of what runs when somebody opens it on his own machine: what mail programs refuse as attachments, less the documents of an office
 * (whose macros the office asks about). Archives pass: they are opened before what is in them runs.
 */
export const PROGRAMS: readonly string[] = [
  'exe com scr pif cpl dll ocx sys drv msi msp mst msu msix appx appref-ms application',
  'bat cmd ps1 psm1 psd1 ps1xml vb vbs vbe js jse mjs ws wsf wsh wsc sct hta htc',
  'lnk url scf reg inf ins msc gadget diagcab settingcontent-ms library-ms search-ms theme xll chm hlp',
  'jar jnlp class py pyc pyw pyz pl sh bash csh ksh run elf so deb rpm appimage desktop',
  'app pkg dmg command workflow scpt apk ipa iso img vhd vhdx',
].flatMap((line) => line.split(' '));

/** What programs begin with, whatever they are called; a text begins with none of these, nor does a document, picture or archive. */
const MARKS: readonly ((head: Buffer) => boolean)[] = [
  // Windows and DOS; a text that begins with MZ holds no zero
  (head) => begins(head, 'MZ') && head.includes(0),
  (head) => begins(head, '\x7fELF'),
  // Apple, in both orders of bytes, and what several machines share (also a class of Java)
  (head) => head.length >= 4 && [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(head.readUInt32BE(0)),
  // a script names its machine in its first line
  (head) => begins(head, '#!') && /^#![\t ]*\/[\x21-\x7e]/.test(head.toString('latin1')),
  // a shortcut, help with programs in it, Android's code, packages of Debian and Red Hat
  (head) => begins(head, 'L\0\0\0\x01\x14\x02\0'),
  (head) => begins(head, 'ITSF'),
  (head) => begins(head, 'dex\n'),
  (head) => begins(head, '!<arch>\ndebian'),
  (head) => begins(head, '\xed\xab\xee\xdb'),
];

const begins = (head: Buffer, mark: string): boolean => head.subarray(0, mark.length).equals(Buffer.from(mark, 'latin1'));

/** Whether a file that begins so is a program. */
export const isProgram = (head: Buffer): boolean => MARKS.some((test) => test(head));
