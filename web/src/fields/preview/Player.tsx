import { type RefCallback, useRef, useState } from 'react';
import { shownType } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import css from './PreviewDialog.module.css';
import { Unshown } from './Unshown.tsx';

/** What fails again so soon after it was given a new address does not fail for its age. */
const SOON = 10_000;

/**
 * A video or sound, played by the browser. Its address holds for five minutes: where a part cannot be read any more, a new one is asked for and it
 * goes on where it was. What the browser cannot play is offered as a file.
 */
export function Player({ file, isSound }: { file: FileValue; isSound: boolean }) {
  const [src, setSrc] = useState(file.preview_url);
  const [isLost, setLost] = useState(shownType(file.file_name) === null);
  const stood = useRef({ at: 0, plays: false, renewed: 0 });
  const renew = () => {
    const now = Date.now();
    if (now - stood.current.renewed < SOON) return setLost(true);
    stood.current.renewed = now;
    call(ops.ticket, { key_name: file.key_name }).then(
      ({ data }) => setSrc((data as unknown as FileValue).preview_url),
      () => setLost(true),
    );
  };
  if (isLost) return <Unshown file={file} why="files.noPlay" />;
  const props = {
    src,
    controls: true,
    preload: 'metadata',
    className: isSound ? css.sound : css.video,
    'aria-label': file.file_name,
    onError: renew,
    onLoadedMetadata: ({ currentTarget: it }: { currentTarget: HTMLMediaElement }) => {
      const { at, plays } = stood.current;
      if (at > 0) it.currentTime = at;
      if (plays) void it.play().catch(() => undefined);
    },
    onTimeUpdate: ({ currentTarget: it }: { currentTarget: HTMLMediaElement }) => {
      // a new address begins at nothing before it is read
      if (it.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      stood.current.at = it.currentTime;
      stood.current.plays = !it.paused;
    },
    ref: quiet,
  };
  // what a browser without a player shows instead
  const instead = <Unshown file={file} why="files.noPlayer" />;
  return isSound ? (
    <audio {...props}>{instead}</audio>
  ) : (
    <video {...props} playsInline>
      {instead}
    </video>
  );
}

/** What is not looked at any more is not read on: an element that was only taken away goes on loading until it is swept up. */
const quiet: RefCallback<HTMLMediaElement> = (it) => () => {
  it?.removeAttribute('src');
  it?.load();
};
