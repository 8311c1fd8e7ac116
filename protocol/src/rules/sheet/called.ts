import { fold } from '../condition/condition-evaluate.ts';

/** A name as lists write it: without the case and the width of its letters, and blanks around it. The server compares as this does. */
export const asCalled = (name: string): string => fold(name.normalize('NFKC').trim());
