// @ts-check
import { loadEngine } from './engine.js';

const output = document.getElementById('version');
if (output) output.textContent = await loadEngine();
